"""``python -m referee``."""

try:
    from referee.cli.start import main

    main()
except KeyboardInterrupt:  # while the first modules load
    raise SystemExit(130) from None
