import * as z from 'zod/mini';
import { DATA_INVALID_MESSAGES } from './codes.ts';
import { ACCUMULATOR_OPERATORS, DATE_TRUNC_UNITS, MAX_GROUP_FIELDS, MAX_GROUP_KEYS } from './groupStage.ts';
import { createRequiredTextFieldSchema } from './requestFieldSchemas.ts';
import { formatMemberPath } from './stageErrors.ts';
import { findStageError, STAGE_TYPES } from './stages.ts';

export const STAGES_MAX = 32;

export const PAGE_SIZE_MAX = 1000;

const PAGE_EXPECTED = 'nPage: expected a page number, 1 or more.';

/** Page number, starting at 1. Absent, null and 0 mean the first page; a string of digits is accepted as a number. */
const pageSchema = z.pipe(
  z.transform(parsePageNumber),
  z.int({ error: PAGE_EXPECTED }).check(z.positive({ error: PAGE_EXPECTED }), z.meta({ default: 1 })),
);

const PAGE_SIZE_EXPECTED = `pageSize: expected a whole number from 1 to ${PAGE_SIZE_MAX}.`;

/** Documents per page. Absent and null mean the default page size of the service. */
const pageSizeSchema = z.pipe(
  z.transform((size) => (size ?? undefined) as number | undefined), // validated by the piped schema
  z.optional(
    z
      .int({ error: PAGE_SIZE_EXPECTED })
      .check(
        z.minimum(1, { error: PAGE_SIZE_EXPECTED }),
        z.maximum(PAGE_SIZE_MAX, { error: PAGE_SIZE_EXPECTED }),
        z.describe(
          'Documents per page, an extension of the interface. If absent, the size that the service was started with.',
        ),
      ),
  ),
);

const indexSchema = z.pipe(
  z.transform((index) => index ?? {}),
  z.strictObject(
    { documentID: z.optional(z.string({ error: 'index.documentID: expected a string.' })) },
    { error: 'index: expected an object that is empty or holds documentID, a string.' },
  ),
);

/** Describes a stage in the OpenAPI document. `findStageError` validates it. */
const stageSchema = z.unknown().check(
  z.meta({
    type: 'object',
    properties: {
      type: { type: 'string', enum: STAGE_TYPES },
      filter: { description: 'match: object of field name to required value.' },
      specs: { description: 'project: object of field name to flag. sort: object of field name to 1 or -1.' },
      condition: {
        description: `group: object of name to "$field", {"$dateTrunc": {date, unit, timezone}} or {"$bucket": {of, by}}; at most ${MAX_GROUP_KEYS} names. Units: ${DATE_TRUNC_UNITS.join(', ')}.`,
      },
      fields: {
        description: `group: object of name to an accumulator (${ACCUMULATOR_OPERATORS.join(', ')}); at most ${MAX_GROUP_FIELDS} names.`,
      },
    },
    required: ['type'],
  }),
);

const stagesSchema = z.pipe(
  z.transform((pipeline) => pipeline ?? []),
  z.array(stageSchema, { error: 'pipeline: expected a list of stages.' }).check(
    z.maxLength(STAGES_MAX, { error: `pipeline: at most ${STAGES_MAX} stages are allowed.` }),
    z.superRefine((stages, context) => {
      for (const [position, stage] of stages.entries()) {
        const error = findStageError(stage);
        if (error) {
          const path = [position, ...error.path];
          const message = `${formatMemberPath(['pipeline', ...path])}: ${error.problem}`;
          context.addIssue({ code: 'custom', message, path });
        }
      }
    }),
  ),
);

/** Schema of the request body of `/datastore/pipeline`. Every error message starts with the name of its field. */
export const pipelineRequestSchema = z.object({
  collection: createRequiredTextFieldSchema('collection', DATA_INVALID_MESSAGES.collectionMissing),
  index: indexSchema,
  pipeline: stagesSchema,
  nPage: pageSchema,
  pageSize: pageSizeSchema,
});

export type PipelineRequest = {
  collection: string;
  index: { documentID?: string };
  pipeline: readonly object[];
  nPage: number;
  pageSize?: number;
};

function parsePageNumber(page: unknown): number {
  if (page == null || page === 0) return 1;
  if (typeof page === 'string' && /^\d{1,15}$/.test(page)) return Number(page) || 1;
  return page as number; // validated by the piped schema
}
