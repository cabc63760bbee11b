// For the tests in TypeScript.
export function findPrometheus(): string | undefined;
export function startPrometheus(
  binaries: string,
  settings: { readonly targets: readonly string[]; readonly rules: string },
): Promise<{ readonly url: string; stop(): Promise<void> }>;
