/** A test in place of those that need a program which is not here. `name` is that of `scripts/programs.mjs`. */
export const fails = (name) => () => {
  throw new Error(
    `It is not here: \`node scripts/programs.mjs --install ${name}\` gets it on Debian and Ubuntu.`,
  );
};
