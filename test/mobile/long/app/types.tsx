// How an app's type checker sees svc-link-react-native. An expected error that does not occur is an error.
import { createRef } from 'react';
import { openLink, readRedirect, useSvcLink, type Outcome, type SystemBrowser } from 'svc-link-react-native';
import { expoBrowser } from 'svc-link-react-native/expo';
import { SvcLink, type SvcLinkHandle } from 'svc-link-react-native/webview';

const link = { linkWebUrl: 'https://link.example.com/link/#lt', redirectUrl: 'com.example.app:/linked' };
const handle = createRef<SvcLinkHandle>();
const hear = ({ state, linkSessionId, confirmCode, results }: Outcome): void => {
  void [state satisfies string, linkSessionId satisfies string | null, confirmCode satisfies string | null];
  for (const { provider, connected } of results) void [provider, connected satisfies boolean];
};

export const component = (
  <SvcLink
    {...link}
    ref={handle}
    browser={expoBrowser}
    multiple
    onConnection={hear}
    onOutcome={hear}
    webViewProps={{ style: { flex: 1 }, renderError: () => <></> }}
  />
);
handle.current?.close();
// @ts-expect-error -- nobody would hear how it ended
export const withoutOutcome = <SvcLink {...link} />;
// @ts-expect-error -- the component's own
export const ownProperty = <SvcLink {...link} onOutcome={hear} webViewProps={{ onMessage: () => {} }} />;
// @ts-expect-error -- the same
export const ownEnd = <SvcLink {...link} onOutcome={hear} webViewProps={{ onRenderProcessGone: () => {} }} />;

export function Hooked() {
  const { open, isOpen } = useSvcLink({ ...link, linkSessionId: undefined, browser: expoBrowser });
  isOpen satisfies boolean;
  return open satisfies () => Promise<Outcome>;
}
// @ts-expect-error -- no redirect URL
export const incomplete = () => useSvcLink({ linkWebUrl: '' });

const own: SystemBrowser = { open: async (_url, redirectUrl) => redirectUrl };
void openLink({ ...link, browser: own }).then(hear);
readRedirect('', link.redirectUrl)?.state satisfies string | undefined;
// @ts-expect-error -- there is no token in an outcome
void openLink(link).then(({ linkToken }) => linkToken);
