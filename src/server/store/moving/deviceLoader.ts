import type { Session } from '#server/store/database.ts';
import { type LoadMode, lastOfEach } from './loadMode.ts';

/** A device about to be stored: what filters and order need, and the record as it was given. */
export type LoadedDevice = {
  deviceID: string;
  productID: string;
  paired: boolean;
  online: boolean;
  registeredAt: number;
  record: string;
};

/** Stores devices of a project within the caller's transaction, one loader of a project at a time. */
export class DeviceLoader {
  private readonly session: Session;
  private readonly project: string;
  private readonly mode: LoadMode;
  /** Devices that the project had, unless they are only added to, and those of them that were updated. */
  readonly before: number;
  updated = 0;

  static async open(session: Session, project: string, mode: LoadMode = 'append'): Promise<DeviceLoader> {
    await session.query('select from project where id = $1 for update', [project]);
    if (mode === 'append') return new DeviceLoader(session, project, mode, 0);
    const [[before] = []] = await session.query('select count(*) from device where project = $1', [project]);
    if (mode === 'replace') await session.query('delete from device where project = $1', [project]);
    return new DeviceLoader(session, project, mode, Number(before));
  }

  private constructor(session: Session, project: string, mode: LoadMode, before: number) {
    this.session = session;
    this.project = project;
    this.mode = mode;
    this.before = before;
  }

  /** Throws DatabaseError 23505 when one is there already that is not to be updated. */
  async load(devices: readonly LoadedDevice[]): Promise<void> {
    const update = this.mode === 'update';
    const given = update ? lastOfEach(devices, ({ deviceID }) => deviceID) : devices;
    const updated = update ? await this.countOf(given) : 0;
    await this.session.query(
      `insert into device (project, device_id, product_id, paired, online, registered_at, record)
       select $1::text, "deviceID", "productID", paired, online, "registeredAt", record
       from json_to_recordset($2::json) as d("deviceID" text, "productID" text, paired boolean, online boolean,
         "registeredAt" bigint, record text) ${update ? UPDATED_DEVICE : ''}`,
      [this.project, JSON.stringify(given)],
    );
    this.updated += updated;
  }

  private async countOf(devices: readonly LoadedDevice[]): Promise<number> {
    const [[count] = []] = await this.session.query(
      'select count(*) from device where project = $1 and device_id in (select json_array_elements_text($2::json))',
      [this.project, JSON.stringify(devices.map(({ deviceID }) => deviceID))],
    );
    return Number(count);
  }
}

const UPDATED_DEVICE = `on conflict (project, device_id) do update
  set product_id = excluded.product_id, paired = excluded.paired, online = excluded.online,
    registered_at = excluded.registered_at, record = excluded.record`;
