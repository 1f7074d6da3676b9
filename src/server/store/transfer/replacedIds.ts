import type { BindValue, DatabaseSession } from '#server/store/database.ts';

type IdSource = { table: 'device' | 'document'; column: string; condition: string; values: readonly BindValue[] };

export class ReplacedIds {
  private readonly session: DatabaseSession;
  private readonly source: IdSource;

  static async capture(session: DatabaseSession, source: IdSource): Promise<ReplacedIds> {
    const { table, column, condition, values } = source;
    await session.query('create temp table former_id (id text collate "C" not null) on commit drop');
    await session.query(`insert into former_id select ${column} from ${table} where ${condition}`, values);
    await session.query('analyze former_id');
    return new ReplacedIds(session, source);
  }

  private constructor(session: DatabaseSession, source: IdSource) {
    this.session = session;
    this.source = source;
  }

  async countPresent(): Promise<number> {
    const { table, column, condition, values } = this.source;
    const [[count] = []] = await this.session.query(
      `select count(*) from former_id join (select ${column} as id from ${table} where ${condition}) present using (id)`,
      values,
    );
    return Number(count);
  }
}
