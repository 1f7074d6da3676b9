export function DevicePage() {
  return <h1>Device</h1>;
}
