const box = document.querySelector('#trouble');

/** Does what needs the team's server, and says so where that fails. */
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
