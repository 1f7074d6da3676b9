import * as z from 'zod/mini';
import { DATA_INVALID_MESSAGES } from './codes.ts';
import { createRequiredField } from './requestFields.ts';
import { findStageError, STAGE_TYPES } from './stages.ts';

export const STAGES_MAX = 32;

const PAGE_EXPECTED = 'nPage: expected a page number, 1 or more.';

/** Page numbers start at 1. Absent, null and 0 mean the first page; a string of digits is accepted as a number. */
const pageSchema = z.pipe(
  z.transform(parsePageNumber),
  z.int({ error: PAGE_EXPECTED }).check(z.positive({ error: PAGE_EXPECTED }), z.meta({ default: 1 })),
);

const indexSchema = z.pipe(
  z.transform((index) => index ?? {}),
  z.strictObject(
    { documentID: z.optional(z.string({ error: 'index.documentID: expected a string.' })) },
    { error: 'index: expected an object that is empty or holds documentID, a string.' },
  ),
);

/** Described for readers of the interface; what is wrong with one, `stageComplaint` says in better words. */
const stageSchema = z
  .unknown()
  .check(z.meta({ type: 'object', properties: { type: { type: 'string', enum: STAGE_TYPES } }, required: ['type'] }));

const stagesSchema = z.pipe(
  z.transform((pipeline) => pipeline ?? []),
  z.array(stageSchema, { error: 'pipeline: expected a list of stages.' }).check(
    z.maxLength(STAGES_MAX, { error: `pipeline: at most ${STAGES_MAX} stages are allowed.` }),
    z.superRefine((stages, context) => {
      for (const [position, stage] of stages.entries()) {
        const error = findStageError(stage);
        if (error) {
          context.addIssue({ code: 'custom', message: `pipeline[${position}]${error}`, path: [position] });
        }
      }
    }),
  ),
);

/** Request body of `/datastore/pipeline`. Every error message starts with the name of its field. */
export const pipelineRequestSchema = z.object({
  collection: createRequiredField('collection', DATA_INVALID_MESSAGES.collectionMissing),
  index: indexSchema,
  pipeline: stagesSchema,
  nPage: pageSchema,
});

export type PipelineRequest = {
  collection: string;
  index: { documentID?: string };
  pipeline: readonly object[];
  nPage: number;
};

function parsePageNumber(page: unknown): number {
  if (page == null || page === 0) return 1;
  if (typeof page === 'string' && /^\d{1,15}$/.test(page)) return Number(page) || 1;
  return page as number; // validated by the piped schema
}
