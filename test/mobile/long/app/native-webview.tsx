// Replaces react-native-webview, which does not run on the web. The test plays the
// view with its own page, and both sides exchange the messages of the native code.
import { useEffect, useImperativeHandle, useRef } from 'react';
import { View } from 'react-native';
import type { WebViewProps } from 'react-native-webview';

type Played = Pick<
  WebViewProps,
  'onMessage' | 'onShouldStartLoadWithRequest' | 'onOpenWindow' | 'onRenderProcessGone'
> & {
  source: { uri: string };
  ref?: React.Ref<object>;
};

export function WebView({ source, ref, ...handlers }: Played) {
  const latest = useRef(handlers);
  latest.current = handlers;
  useImperativeHandle(ref, () => ({ injectJavaScript: (script: string) => window.runInView(script) }));
  useEffect(() => {
    window.fromView = {
      message: (data, url) => latest.current.onMessage?.({ nativeEvent: { data, url } } as never),
      mayLoad: (url, isTopFrame) =>
        latest.current.onShouldStartLoadWithRequest?.({ url, isTopFrame } as never) ?? true,
      openWindow: (targetUrl) => latest.current.onOpenWindow?.({ nativeEvent: { targetUrl } } as never),
      loseProcess: () => latest.current.onRenderProcessGone?.({ nativeEvent: { didCrash: true } } as never),
    };
    window.openView(source.uri);
  }, [source.uri]);
  return <View testID="view" style={{ flex: 1 }} />;
}
