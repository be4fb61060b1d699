import * as z from 'zod/mini';

export const PAGE_MAX = 1_000_000;
export const LIMIT_MAX = 100;
export const LIMIT_DEFAULT = 10;

/** A whole number in a URL: digits only, so that "1e3", " 5" and "0x10" are refused. */
export const wholeNumber = ({ min, max, message }: { min: number; max: number; message: string }) =>
  z.pipe(
    z.pipe(
      z.string(message).check(z.regex(/^\d{1,16}$/, message)),
      z.transform((text) => Number(text)),
    ),
    z.number().check(z.minimum(min, message), z.maximum(max, message)),
  );

const page = z._default(wholeNumber({ min: 1, max: PAGE_MAX, message: 'Invalid page.' }), 1);

/** The query parameters `page` and `limit` of a list, with its default limit. */
export const paginationQuery = ({ limit = LIMIT_DEFAULT, limitMax = LIMIT_MAX } = {}) => ({
  page,
  limit: z._default(wholeNumber({ min: 1, max: limitMax, message: 'Invalid limit.' }), limit),
});

export const pagination = z.object({
  totalResults: z.number(),
  resultsPerPage: z.number(),
  currentPage: z.number(),
});
export type Pagination = z.output<typeof pagination>;

/** The reply of a list: its rows and the pagination. */
export const listOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), pagination });
