import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/apiError.ts';
import { deviceQuery } from '#api/device.ts';
import { devicePath, parseDeviceUrl } from '#paths/device.ts';
import { useConnection } from '#session/session.ts';
import { useNeighbours } from './useNeighbours.ts';

type DeviceState = ReturnType<typeof useDeviceState>;

const Place = createContext<DeviceState | undefined>(undefined);

/** The page of one device: what its pieces know of the device, they ask `useDevice`. */
export function DevicePlace({ children }: { children: ReactNode }) {
  return <Place value={useDeviceState()}>{children}</Place>;
}

/** The device whose page this is: what the address says of it, what is known of it, and the way to other views of it. */
export function useDevice(): DeviceState {
  const device = useContext(Place);
  if (!device) throw new Error('This piece is only for the page of a device.');
  return device;
}

function useDeviceState() {
  const { pathname, search, hash } = useLocation();
  const { state, dropped } = parseDeviceUrl(pathname, new URLSearchParams(search));
  const { deviceID, path, view } = state;
  const connection = useConnection();
  const navigate = useNavigate();
  const options = deviceQuery(connection, { deviceID });
  const query = useQuery(options);
  const { data, error } = query;
  const neighbours = useNeighbours(connection, deviceID, (id) => devicePath(id, path, view) + hash);
  const unknown = error instanceof ApiError && error.kind === 'notFound' ? error : undefined;
  return {
    ...state,
    /** What of the address could not be read. */
    dropped,
    query,
    queryKey: options.queryKey,
    /** Why there is no such device, where the service says so. */
    unknown,
    /** As the service has it; until it has answered, as the list has. */
    record: data ?? (unknown ? undefined : neighbours.listed),
    fromList: !data,
    neighbours,
    showView: (next: typeof view) => void navigate(devicePath(deviceID, path, next) + hash, { replace: true }),
    askFor: (field: string) => void navigate(devicePath(deviceID, field, view) + hash),
  };
}
