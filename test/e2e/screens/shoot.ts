// Takes the pictures of one scene: light and dark, both directions, three widths.
import path from 'node:path';
import type { Direction, Look } from './stage.js';

export const schemes = ['light', 'dark'] as const;
export const directions: readonly Direction[] = ['ltr', 'rtl'];
export const widths = [320, 390, 1280];

export const fileOf = (scene: string, scheme: string, dir: Direction, width: number) =>
  `${scene.replaceAll(' ', '-')}.${scheme}.${dir}.${width}.png`;

/** A `look` for the stage's `play`. */
export const shooting =
  (folder: string, scene: string): Look =>
  async (page, takes, speak) => {
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
