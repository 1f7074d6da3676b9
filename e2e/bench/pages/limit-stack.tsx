import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/** Page with nothing but the libraries of the console: the lower limit for the measurements. */

type Device = { deviceID: string } & Record<string, unknown>;

const FIELDS = ['deviceID', 'name', 'productID', 'paired', 'status', 'admin', 'registeredAt', 'lastPairedAt'];
const ROWS = 26;

const devicesQuery = {
  queryKey: ['devices'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Device[]> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/devices/get?apiKey=k', { method: 'POST', headers, body: '{}', signal });
    return (await response.json()).devices;
  },
};

function DevicesPage() {
  const { data = [] } = useQuery(devicesQuery);
  return (
    <>
      <p role="status">{data.length} devices</p>
      <table>
        <tbody>
          {data.slice(0, ROWS).map((device) => (
            <tr key={device.deviceID} data-id={device.deviceID}>
              {FIELDS.map((field) => (
                <td key={field}>{String(device[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('limit-stack.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>
          <Routes>
            <Route path="*" element={<DevicesPage />} />
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
