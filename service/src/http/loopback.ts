/** Host names of this machine, where http is as safe as https. */
export const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
