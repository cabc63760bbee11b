// svc-link-react-native built and packed as it is published, with the packages that it is made for.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'mobile/react-native');
const quiet = { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' };
/** For the app's screen in a browser. */
const forBrowsers = { 'react-dom': '19.3.1', 'react-native-web': '0.21.4' };

/** Checks a project's types, and writes its output files if the arguments ask for them. Returns the compiler's complaints. */
export function compile(folder, ...args) {
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' }).stdout;
}

/** An empty app with the package installed. */
export function installApp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-mobile-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { devDependencies } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: { ...devDependencies, ...forBrowsers } }),
    );
    // Expo's packages require all of Expo as peers. Nothing of it is used here.
    const args = ['install', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', [...args, '--ignore-scripts'], { cwd: folder, env: quiet, stdio: 'pipe' });

    const own = path.join(folder, 'source');
    cpSync(source, own, { recursive: true, filter: (file) => !/[/\\](?:node_modules|dist)$/.test(file) });
    const complaints = compile(own, '-p', 'tsconfig.json');
    if (complaints) throw new Error(`It does not compile:\n${complaints}`);
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [{ filename, files }] = JSON.parse(
      execFileSync('npm', pack, { cwd: own, env: quiet, encoding: 'utf8' }),
    );
    const installed = path.join(folder, 'node_modules/svc-link-react-native');
    mkdirSync(installed);
    execFileSync('tar', ['-xzf', path.join(folder, filename), '--strip-components=1', '-C', installed]);
    rmSync(own, { recursive: true });
    return { folder, packed: files.map(({ path: file }) => file), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
