declare module "*.css";
declare module "*.lgn" {
  const text: string;
  export default text;
}
