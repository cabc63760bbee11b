// Takes the pictures of one scene: light and dark, both directions, three widths.
import path from 'node:path';

export const schemes = ['light', 'dark'];
export const directions = ['ltr', 'rtl'];
export const widths = [320, 390, 1280];

export const fileOf = (scene, scheme, dir, width) =>
  `${scene.replaceAll(' ', '-')}.${scheme}.${dir}.${width}.png`;

/** Stands in for Stage's `look`. */
export const shooting = (folder, scene) => async (page, takes, speak) => {
  for (const dir of takes) {
    await speak(dir);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 720 });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.screenshot({ path: path.join(folder, fileOf(scene, colorScheme, dir, width)) });
      }
    }
  }
};
