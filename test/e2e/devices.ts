// The two devices of "Continue on your phone", as options of a browser.
const sized = (width: number, height: number) => ({
  viewport: { width, height },
  screen: { width, height },
});

export const computer = sized(1280, 900);
export const mobile = { ...sized(390, 844), hasTouch: true, isMobile: true };
