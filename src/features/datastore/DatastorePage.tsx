export function DatastorePage() {
  return <h1>Datastore</h1>;
}
