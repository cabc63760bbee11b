// What the console asks its views, by events of the window, before they go. A view that holds one prevents it.

/** Whether the shown view can go. If not, the view asks the person, and calls `leave` after a yes. */
export const mayLeave = (leave: () => void): boolean =>
  dispatchEvent(new CustomEvent('console-leaving', { cancelable: true, detail: leave }));

/** Whether the view can go because the session has ended. If not, its next request after that is refused again. */
export const mayEnd = (): boolean => dispatchEvent(new Event('console-ended', { cancelable: true }));
