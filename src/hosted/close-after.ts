/** How long the page that opened this window may take to say that it knows the end, in milliseconds. Then the window closes. */
export const closeAfter = 2500;
