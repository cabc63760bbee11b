/** Sends a request to the demo's own server. Rejects with words that can be shown. */
export async function ask(method, name, body) {
  const response = await fetch(`/demo/${name}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
