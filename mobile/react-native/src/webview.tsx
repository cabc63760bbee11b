// The hosted page in a webview of the app, by react-native-webview.
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
  /** Call this when the person closes the view. The outcome is `closed`, unless there was one already. */
  close(): void;
}

export interface SvcLinkProps {
  /** `link_web_url` of the link token that your server made. It works once. Never log it. A `TypeError` unless it is https. */
  readonly linkWebUrl: string;
  /** The token's `redirect_url`. */
  readonly redirectUrl: string;
  /** Called once with the outcome: remove the view, and ask your server. `closed` if the component was unmounted first. */
  readonly onOutcome: (outcome: Outcome) => void;
  /**
   * The session's id, if your server sent it to the app. The outcome has this id if none came back, and a tab's redirect with
   * another id does not count.
   */
  readonly linkSessionId?: string | undefined;
  /** The browser that opens OAuth; `linkingBrowser` by default. */
  readonly browser?: SystemBrowser | undefined;
  /** Set this if the token has `multiple: true`. The end of a tab is then one connection, and not the outcome. */
  readonly multiple?: boolean | undefined;
  /** Called with `multiple` when a tab made a connection. If you show connections meanwhile, ask your server what is new. */
  readonly onConnection?: ((outcome: Outcome) => void) | undefined;
  /** Other props of react-native-webview, such as `style` and `renderError`. */
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

// react-native-webview requires that injected code ends with a value.
const tellOpened = "window.dispatchEvent(new Event('svc-link:opened')); true;";
const goTo = (url: string): string => `location.assign(${JSON.stringify(url)}); true;`;

/** The hosted page in a webview. Another `linkWebUrl` begins another link. */
export function SvcLink(props: SvcLinkProps): ReactElement {
  const { linkWebUrl, redirectUrl, webViewProps, ref } = props;
  const view = useRef<WebView>(null);
  /** A new number makes React create a new view. */
  const [life, setLife] = useState(0);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const { run, own } = useMemo(() => {
    // Belongs to this link, even after the next link has begun.
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
        // A help page is not important enough to report a failure.
        openPage: (url) => void Linking.openURL(url).catch(() => {}),
      }),
    };
  }, [linkWebUrl, redirectUrl]);
  useLayoutEffect(() => {
    own.linkSessionId = props.linkSessionId;
  });
  useImperativeHandle(ref, () => ({ close: run.close }), [run]);
  // Closes the link when the person leaves the screen, for example by Android's back, or when another link replaces it.
  useEffect(() => run.hold(), [run]);
  useEffect(() => {
    const links = Linking.addEventListener('url', ({ url }) => run.arrive(url));
    return () => links.remove();
  }, [run]);

  return (
    <WebView
      {...webViewProps}
      key={`${life} ${linkWebUrl}`}
      ref={view}
      source={{ uri: linkWebUrl }}
      // An address that is not on this list would go to the system before the handler below is asked.
      originWhitelist={['*']}
      onMessage={({ nativeEvent }) => run.hear(nativeEvent.data, nativeEvent.url)}
      // Not every version for Android says which frame loads the address.
      onShouldStartLoadWithRequest={({ url, isTopFrame }) => run.mayLoad(url, isTopFrame !== false)}
      // There is only one view, so it also shows pages of ours that want a new window.
      onOpenWindow={({ nativeEvent: { targetUrl } }) => {
        if (run.mayLoad(targetUrl, true)) view.current?.injectJavaScript(goTo(targetUrl));
      }}
      // iOS ends pages to free memory. After a reload the page continues where it was.
      onContentProcessDidTerminate={() => view.current?.reload()}
      // On Android the view ends with its page, so make a new view.
      onRenderProcessGone={() => setLife((lives) => lives + 1)}
    />
  );
}
