import { OrderedObject } from '#lib/json/json.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import { compileStage } from '#pipeline/draft/stages/kinds.ts';
import type { Draft, Query } from './draft.ts';

type Complaints = ReadonlyMap<string, Complaint>;

/** `cards` are the keys of the stages that are sent, in the order they are sent. */
export type Compiled = { query: Query; cards: readonly string[] } | { complaints: Complaints };

/** The query that a draft says, of its enabled stages, or what is wrong with it. */
export function compile(draft: Draft): Compiled {
  const complaints = new Map<string, Complaint>();
  const collection = draft.collection.trim();
  if (!collection) complaints.set('collection', { message: 'Name the collection to query.' });
  const sent = draft.stages.filter(({ enabled }) => enabled);
  const pipeline: OrderedObject[] = [];
  for (const stage of sent) {
    const said = compileStage(stage);
    if (said instanceof OrderedObject) pipeline.push(said);
    else complaints.set(stage.key, said);
  }
  if (complaints.size > 0) return { complaints };
  const query = { collection, documentID: draft.documentID.trim(), pipeline };
  return { query, cards: sent.map(({ key }) => key) };
}
