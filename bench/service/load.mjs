// Sends many requests at once.
import { Agent, request } from 'node:http';

export const connections = Number(process.env.CONNECTIONS ?? 16);
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request and returns the parsed body. It does not use `fetch`, which takes as much work as the service does. */
export const ask = (url, method, address, headers, body) =>
  new Promise((resolve, reject) => {
    const sent = request(url + address, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data) => (text += data));
      response.on('end', () => {
        if (response.statusCode >= 300)
          reject(new Error(`${method} ${address}: ${response.statusCode} ${text}`));
        else resolve(JSON.parse(text));
      });
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });

/** Does something over many connections at once, for `seconds` or at most `most` times. */
export async function load(act, seconds, most = Infinity) {
  const times = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  let left = most;
  const worker = async () => {
    while (left-- > 0 && performance.now() < end) {
      const from = performance.now();
      await act();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return { count: times.length, rate: times.length / took, p99: times[Math.floor(times.length * 0.99)] };
}

/** Does something for each item of a list, over the same number of connections. */
export async function forEach(list, act) {
  const left = list.values();
  const worker = async () => {
    for (const each of left) await act(each);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

export const endLoad = () => agent.destroy();
