let isOn = false;

/** Whether spans are made. If not, nothing of OpenTelemetry is called. */
export const areTraced = (): boolean => isOn;

export function switchTraces(on: boolean): void {
  isOn = on;
}
