// The element is the browser's: there is nothing of it to render on a server.
export const ssr = false;
