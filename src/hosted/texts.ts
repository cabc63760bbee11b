import type { enScreens } from '../messages/index.js';

/** What the page can show. `look` is the drawing above the words, which `name` finds; `provider` is a name, if it is known. */
export interface Screen {
  readonly look: 'busy' | 'done' | 'notice' | 'idle';
  readonly name: Exclude<keyof typeof enScreens, 'words'>;
  readonly provider: string | null;
}

const screen =
  (look: Screen['look'], name: Screen['name']) =>
  (provider: string | null = null): Screen => ({ look, name, provider });

/** Every screen of the page beside the widget. */
export const screens = {
  starting: screen('busy', 'starting'),
  leaving: screen('busy', 'leaving'),
  connected: screen('done', 'connected'),
  cancelled: screen('notice', 'cancelled'),
  failed: screen('notice', 'failed'),
  unfinished: screen('notice', 'unfinished'),
  lost: screen('notice', 'lost'),
  notLoaded: screen('notice', 'not-loaded'),
  noCookies: screen('notice', 'no-cookies'),
  nothing: screen('idle', 'nothing'),
  goingBack: screen('busy', 'going-back'),
};
