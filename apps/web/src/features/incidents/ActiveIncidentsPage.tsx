export function ActiveIncidentsPage() {
  return <h1>Active</h1>;
}
