const box = document.querySelector('#trouble');

/** Does something that needs the team's server, and shows an error if that fails. */
export async function tryTo(promise) {
  try {
    const answer = await promise;
    box.hidden = true;
    return answer;
  } catch (error) {
    box.textContent = error.message;
    box.hidden = false;
    throw error;
  }
}
