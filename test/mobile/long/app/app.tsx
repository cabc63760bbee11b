// An app with both ways to link, in a browser with react-native-web.
import { StrictMode, useState } from 'react';
import { AppRegistry, Linking, Pressable, Text, View } from 'react-native';
import { useSvcLink, type Outcome } from 'svc-link-react-native';
import { SvcLink } from 'svc-link-react-native/webview';

interface Link {
  linkWebUrl: string;
  redirectUrl: string;
}

declare global {
  interface Window {
    /** Set by the test. */
    link: Link;
    openView(url: string): void;
    runInView(script: string): void;
    /** Called by the test. */
    fromView: {
      message(data: string, url: string): void;
      mayLoad(url: string, isTopFrame: boolean): boolean;
      openWindow(url: string): void;
      loseProcess(): void;
    };
    outcomes: Outcome[];
    /** Acts as if the system opened the app with a link. */
    comeByLink(url: string): void;
  }
}

window.outcomes = [];
window.comeByLink = (url) =>
  // react-native-web has this function, but its types do not.
  (Linking as unknown as { _dispatchEvent(name: string, event: object): void })._dispatchEvent('url', {
    url,
  });

function App() {
  const [isLinking, setIsLinking] = useState(false);
  const { open, isOpen } = useSvcLink(window.link);
  const hear = (outcome: Outcome) => {
    window.outcomes.push(outcome);
    setIsLinking(false);
  };
  if (isLinking)
    return (
      <>
        <Pressable role="button" onPress={() => setIsLinking(false)}>
          <Text>Leave the screen</Text>
        </Pressable>
        <SvcLink {...window.link} onOutcome={hear} />
      </>
    );
  return (
    <View>
      <Pressable role="button" onPress={() => setIsLinking(true)}>
        <Text>Connect here</Text>
      </Pressable>
      <Pressable role="button" onPress={() => void open().then(hear)}>
        <Text>Connect in the browser</Text>
      </Pressable>
      <Text>{isOpen ? 'The browser is open' : `${window.outcomes.length} ended`}</Text>
    </View>
  );
}

const Strict = () => (
  <StrictMode>
    <App />
  </StrictMode>
);
AppRegistry.registerComponent('App', () => Strict);
AppRegistry.runApplication('App', { rootTag: document.getElementById('root') });
