// The hosted page in a webview of the app, over react-native-webview.
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type Ref,
} from 'react';
import { Linking } from 'react-native';
import { WebView, type WebViewProps } from 'react-native-webview';
import { linkingBrowser } from './linking-browser.js';
import type { Outcome } from './outcome.js';
import type { SystemBrowser } from './system-browser.js';
import { createRun } from './webview-run.js';

export interface SvcLinkHandle {
  /** The person puts the view away: the outcome is `closed`, unless there was one. */
  close(): void;
}

export interface SvcLinkProps {
  /** Of the link token, as your server got it. Good once; in no log. Anything but an address with https is a TypeError. */
  readonly linkWebUrl: string;
  /** The token's `redirect_url`. */
  readonly redirectUrl: string;
  /** Called once, with how it ended: take the view away, and ask your server. `closed` where the component went first. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** The session's id, if your server told it: the outcome has it where nothing came back. */
  readonly linkSessionId?: string | undefined;
  /** Where OAuth is opened; `linkingBrowser` by default. */
  readonly browser?: SystemBrowser | undefined;
  /** If the token has `multiple: true`: what ends a tab is then one connection, and not the outcome. */
  readonly multiple?: boolean | undefined;
  /** With `multiple`: a tab made a connection. Ask your server what is new, if you show it meanwhile. */
  readonly onConnection?: ((outcome: Outcome) => void) | undefined;
  /** More of react-native-webview, such as `style` and `renderError`. */
  readonly webViewProps?: Omit<WebViewProps, Own> | undefined;
  readonly ref?: Ref<SvcLinkHandle> | undefined;
}

type Own =
  | 'source'
  | 'originWhitelist'
  | 'onMessage'
  | 'onShouldStartLoadWithRequest'
  | 'onOpenWindow'
  | 'onContentProcessDidTerminate'
  | 'onRenderProcessGone';

// What is run in the page ends with a value, as react-native-webview asks for.
const tellOpened = "window.dispatchEvent(new Event('svc-link:opened')); true;";
const goTo = (url: string): string => `location.assign(${JSON.stringify(url)}); true;`;

/** The hosted page in a webview. Another `linkWebUrl` begins another link. */
export function SvcLink(props: SvcLinkProps): ReactElement {
  const { linkWebUrl, redirectUrl, webViewProps, ref } = props;
  const view = useRef<WebView>(null);
  /** Another one is another view. */
  const [life, setLife] = useState(0);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const { run, own } = useMemo(() => {
    // Of this link, also when the next one has begun.
    const own = { linkSessionId: props.linkSessionId };
    return {
      own,
      run: createRun({
        linkWebUrl,
        redirectUrl,
        development: __DEV__,
        linkSessionId: () => own.linkSessionId,
        multiple: () => latest.current.multiple ?? false,
        browser: () => latest.current.browser ?? linkingBrowser,
        onOutcome: (outcome) => latest.current.onOutcome(outcome),
        onConnection: (outcome) => latest.current.onConnection?.(outcome),
        tellOpened: () => view.current?.injectJavaScript(tellOpened),
        // Nothing hangs on a page of help.
        openPage: (url) => void Linking.openURL(url).catch(() => {}),
      }),
    };
  }, [linkWebUrl, redirectUrl]);
  useLayoutEffect(() => {
    own.linkSessionId = props.linkSessionId;
  });
  useImperativeHandle(ref, () => ({ close: run.close }), [run]);
  // A screen that is left, as by Android's back, and another link in this one.
  useEffect(() => run.hold(), [run]);

  return (
    <WebView
      {...webViewProps}
      key={`${life} ${linkWebUrl}`}
      ref={view}
      source={{ uri: linkWebUrl }}
      // What is not on it goes to the system before the handler below is asked.
      originWhitelist={['*']}
      onMessage={({ nativeEvent }) => run.hear(nativeEvent.data, nativeEvent.url)}
      // Not every version for Android says which frame it is.
      onShouldStartLoadWithRequest={({ url, isTopFrame }) => run.mayLoad(url, isTopFrame !== false)}
      // There is one view: a page of its own that wants a window is shown in it.
      onOpenWindow={({ nativeEvent: { targetUrl } }) => {
        if (run.mayLoad(targetUrl, true)) view.current?.injectJavaScript(goTo(targetUrl));
      }}
      // iOS ends pages to have their memory; the page goes on where it was.
      onContentProcessDidTerminate={() => view.current?.reload()}
      // On Android the view has ended with its page.
      onRenderProcessGone={() => setLife((lives) => lives + 1)}
    />
  );
}
