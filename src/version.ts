/** The version of this package; it goes along in the body of the start request. A test holds it to package.json. */
export const version = '0.1.0';
