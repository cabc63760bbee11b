// The config plugin for Expo: makes the redirect URL come back to the app. It changes the app's config, which Expo then writes
// into the projects of Xcode and Android.
//
//   "plugins": [["svc-link-react-native", { "redirectUrl": "https://app.example.com/linked" }]]

const form = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#:@]*))?(\/[^?#]*)?(?:[?#]|$)/i;

/**
 * The list with those of the values added that it lacks.
 * @param {string[] | undefined} list
 * @param {string[]} values
 */
const withAll = (list = [], ...values) => [...new Set([...list, ...values])];

/** @type {import('@expo/config-plugins').ConfigPlugin<{ redirectUrl: string }>} */
module.exports = (config, props) => {
  const [, ...found] = form.exec(props?.redirectUrl ?? '') ?? [];
  // Browsers ask for an address with both in lower case, and Android compares them as they are written.
  const [scheme, host] = found.map((part) => part?.toLowerCase());
  const path = found[2];
  if (!(scheme === 'https' ? host : scheme?.includes('.')))
    throw new Error(
      'svc-link-react-native: redirectUrl is https://… with a path, or an app scheme with a dot such as com.example.app:/linked.',
    );

  if (scheme !== 'https') {
    const schemes = typeof config.scheme === 'string' ? [config.scheme] : config.scheme;
    return { ...config, scheme: withAll(schemes, scheme) };
  }
  const filter = {
    action: 'VIEW',
    category: ['BROWSABLE', 'DEFAULT'],
    data: [{ scheme, host, path: path ?? '/' }],
    autoVerify: true,
  };
  const filters = config.android?.intentFilters ?? [];
  const has = filters.some((each) => JSON.stringify(each) === JSON.stringify(filter));
  return {
    ...config,
    ios: {
      ...config.ios,
      associatedDomains: withAll(config.ios?.associatedDomains, `applinks:${host}`, `webcredentials:${host}`),
    },
    android: { ...config.android, intentFilters: has ? filters : [...filters, filter] },
  };
};
