// How StrykerJS runs the unit tests of a part: in a thread of Node, or in a page of Chromium.
// A mutant that is reached while tests run is switched on there, and only the tests that
// reach it run. A mutant that is reached while the code loads gets its own thread or page.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import puppeteer from 'puppeteer-core';
import { findChromium } from '../../scripts/chromium.mjs';

// A function, because Stryker changes to its copy of the project only later.
const fileOfTests = () => path.resolve('.mutation-tests.mjs');
const inThread = `
const { parentPort, workerData } = require('node:worker_threads');
globalThis.__stryker__ = { activeMutant: workerData.mutant };
parentPort.on('message', async (asked) => {
  const { run } = await import(workerData.file);
  parentPort.postMessage(await run(asked));
});`;

/** A thread of Node in which the tests are loaded. */
async function openThread(mutant) {
  const workerData = { file: fileOfTests(), mutant };
  const worker = new Worker(inThread, { eval: true, workerData, stdout: true, stderr: true });
  let waiting;
  worker.on('message', (told) => waiting?.resolve(told));
  worker.on('error', (error) => waiting?.reject(error));
  worker.on('exit', () => waiting?.reject(new Error('the thread ended')));
  return {
    run: (asked) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(asked);
      }),
    close: () => worker.terminate(),
  };
}

const address = 'http://localhost/';
let browser;

/** A page in which the tests are loaded. */
async function openPage(mutant) {
  if (!browser) {
    browser = await puppeteer.launch(await findChromium());
  }
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const tests = request.url() === `${address}tests.mjs`;
    await request.respond({
      contentType: tests ? 'text/javascript' : 'text/html',
      body: tests ? await readFile(fileOfTests()) : '<!doctype html><title>tests</title><body></body>',
    });
  });
  await page.goto(address);
  return {
    run: (asked) =>
      page.evaluate(
        async (url, given, active) => {
          globalThis.__stryker__ ??= { activeMutant: active };
          const { run } = await import(url);
          return run(given);
        },
        `${address}tests.mjs`,
        asked,
        mutant,
      ),
    close: () => context.close(),
  };
}

/** Milliseconds: many times longer than all tests of a part take. A run that takes longer is endless. */
const patience = 20_000;

/** The answer, or undefined if it does not come in time. Stryker itself would start a new process. */
function inTime(answer) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

class UnitRunner {
  static inject = [];
  #open = process.env.IN_PAGE ? openPage : openThread;
  #place;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    this.#place ??= await this.#open();
    const { tests, coverage } = await this.#place.run({ bail: false });
    return { status: DryRunStatus.Complete, tests: tests.map(resultOf), mutantCoverage: coverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }) {
    const needsOwn = mutantActivation === 'static' || process.env.APART;
    const apart = needsOwn ? await this.#open(activeMutant.id) : undefined;
    const place = apart ?? (this.#place ??= await this.#open());
    try {
      const told = await inTime(
        place.run({ mutant: activeMutant.id, only: testFilter, hitLimit, bail: true }),
      );
      if (!told) {
        if (!apart) await this.#leave();
        return { status: MutantRunStatus.Timeout };
      }
      const { tests, hits } = told;
      return toMutantRunResult(
        determineHitLimitReached(hits, hitLimit) ?? {
          status: DryRunStatus.Complete,
          tests: tests.map(resultOf),
        },
      );
    } catch (error) {
      // The mutant broke the loading of the tests, or code outside of a test.
      if (!apart) await this.#leave();
      return toMutantRunResult({
        status: DryRunStatus.Complete,
        tests: [resultOf({ id: testFilter?.[0] ?? 'loads', took: 0, failure: String(error) })],
      });
    } finally {
      await apart?.close();
    }
  }

  async #leave() {
    await this.#place?.close();
    this.#place = undefined;
  }

  async dispose() {
    await this.#leave();
    await browser?.close();
  }
}

const resultOf = ({ id, took, failure }) => ({
  id,
  name: id,
  timeSpentMs: took,
  ...(failure === null
    ? { status: TestStatus.Success }
    : { status: TestStatus.Failed, failureMessage: failure }),
});

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'unit', UnitRunner)];
