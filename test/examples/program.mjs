import { spawn } from 'node:child_process';

/**
 * Starts a program, and waits until it has printed `ready`. `says`
 * resolves once the program has printed a text, before or after the call.
 */
export async function startProgram(command, args, { cwd, env, ready }) {
  // npm, its shell and the server are one process group, so that they end together.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let failed;
  let waiting = [];
  const look = () => {
    waiting = waiting.filter(({ text, resolve, reject }) => {
      if (output.includes(text)) resolve();
      else if (failed) reject(new Error(`${failed} It did not say ${text}:\n${output}`));
      else return true;
      return false;
    });
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data) => {
      output += data;
      look();
    });
  const ended = new Promise((resolve) => {
    const end = (why) => {
      failed = `${[command, ...args].join(' ')} ended: ${why}.`;
      look();
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('close', end);
  });
  const says = (text) =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject });
      look();
    });
  await says(ready);
  return {
    says,
    output: () => output,
    async stop() {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
