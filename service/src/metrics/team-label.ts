/** The most teams that have a label of their own. A label with more values would fill Prometheus. */
const mostTeams = 100;

/** Returns a function that gives a team its label: its id, or `other` if `most` other teams already have a label. */
export function createTeamLabel(most = mostTeams): (teamId: string) => string {
  const named = new Set<string>();
  return (teamId) => {
    if (named.has(teamId)) return teamId;
    if (named.size >= most) return 'other';
    named.add(teamId);
    return teamId;
  };
}
