/** A failing test in place of tests that need a missing program. `name` is its name in `scripts/programs.mjs`. */
export const fails = (name) => () => {
  throw new Error(
    `It is not here: \`node scripts/programs.mjs --install ${name}\` gets it on Debian and Ubuntu.`,
  );
};
