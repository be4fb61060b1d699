import { pageCount } from '@karat/rules/pager';
import { Navigate } from 'react-router';
import { useUrlParams } from './url-params.ts';

/** Redirects a page number beyond the end of a list to the last page, such as after its last rows were removed. */
export function RedirectToLastPage({ pagination }: { pagination: { totalResults: number; resultsPerPage: number } }) {
  const { to } = useUrlParams();
  return <Navigate replace to={to({ page: pageCount(pagination.totalResults, pagination.resultsPerPage) })} />;
}
