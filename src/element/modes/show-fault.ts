import type { LinkHost } from '../link-host.js';
import type { Fault } from './fault.js';
import type { RunReport } from './run-report.js';

/** Shows what went wrong on this side, and lets the person try again after the time that the service asks for. */
export function showFault(fault: Fault, report: RunReport, link: LinkHost): void {
  report.fail(fault);
  link.requestUpdate();
  const { problem } = report;
  if (!problem?.retryAfter) return;
  setTimeout(() => {
    if (report.problem !== problem) return;
    report.problem = { ...problem, retryAfter: null };
    link.requestUpdate();
  }, problem.retryAfter * 1000);
}
