document.documentElement.classList.add("js", "loading");
