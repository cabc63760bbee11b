/** The most teams that have a label of their own. A label with more values would fill Prometheus. */
const mostTeams = 100;

/** Returns a function that names a team in labels: by its id, or as `other` once so many others have a label. */
export function createTeamLabel(most = mostTeams): (teamId: string) => string {
  const named = new Set<string>();
  return (teamId) => {
    if (named.has(teamId)) return teamId;
    if (named.size >= most) return 'other';
    named.add(teamId);
    return teamId;
  };
}
