import { useParams } from 'react-router';
import { ticketIdOf } from './queries.ts';
import { SupportGate } from './support-gate.tsx';
import { TicketMissing, TicketView } from './ticket-view.tsx';

export function TicketPage() {
  const id = ticketIdOf(useParams()['ticketId']);
  return <SupportGate>{id === undefined ? <TicketMissing /> : <TicketView key={id} id={id} />}</SupportGate>;
}
