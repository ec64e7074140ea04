export function IncidentDetailsPage() {
  return <h1>Details</h1>;
}
