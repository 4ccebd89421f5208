/** Beside the name of somebody who works here. Nobody else has it: it comes with a role, and names that sound like it are reserved. */
export const StaffMark = () => (
  <span className="badge held staff-mark" title="Works for Reliquary">
    Staff
  </span>
);
