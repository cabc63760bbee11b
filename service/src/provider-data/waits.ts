/** Seconds until a kind of data that was refused is asked for once more: the person may have renewed a membership. */
export const refusedWait = 7 * 86_400;
/** Seconds until an application that the provider refuses is tried again: somebody has to change it. */
export const applicationWait = 3600;
