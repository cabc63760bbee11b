/** What the page can show. `look` is the drawing above the words. */
export interface Screen {
  readonly look: 'busy' | 'done' | 'notice' | 'idle';
  readonly title: string;
  readonly text: string;
}

const startAgain = 'Go back to the app and start again.';

/** Every word of this page but those it begins with, which stand in index.html. `provider` is the provider's name, where it is known. */
export const screens = {
  leaving: (provider: string): Screen => ({
    look: 'busy',
    title: `Taking you to ${provider}…`,
    text: `${provider} will ask what you want to share.`,
  }),
  connected: (provider: string | null): Screen => ({
    look: 'done',
    title: `${provider ?? 'Your account'} is connected`,
    text: 'You can go back to the app now.',
  }),
  cancelled: (provider: string | null): Screen => ({
    look: 'notice',
    title: `You stopped connecting ${provider ?? 'your account'}`,
    text: 'Nothing was shared. Go back to the app if you want to try again.',
  }),
  failed: (provider: string | null): Screen => ({
    look: 'notice',
    title: `We couldn’t connect ${provider ?? 'your account'}`,
    text: 'Go back to the app to see what you can do next.',
  }),
  unfinished: (provider: string | null): Screen => ({
    look: 'notice',
    title: `${provider ?? 'Your account'} isn’t connected yet`,
    text: startAgain,
  }),
  lost: { look: 'notice', title: 'This window lost touch with the app', text: startAgain },
  notLoaded: {
    look: 'notice',
    title: 'This page didn’t load',
    text: `Check your internet connection. ${startAgain}`,
  },
  nothing: {
    look: 'idle',
    title: 'Start from your app',
    text: 'Go back to the app or website that you want to connect, and choose what to connect there.',
  },
} as const satisfies Record<string, Screen | ((provider: string) => Screen)>;
