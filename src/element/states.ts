/** Sets the element's states for CSS: its step, and whether it is busy. */
export function setStates(states: CustomStateSet | undefined, step: string, isBusy: boolean): void {
  const busy = step === 'loading' || step === 'connecting' || isBusy;
  const wanted = busy ? [step, 'busy'] : [step];
  // Setting the states, even to the same ones, makes the browser compute all styles again.
  if (!states || `${[...states]}` === `${wanted}`) return;
  states.clear();
  for (const state of wanted) states.add(state);
}
